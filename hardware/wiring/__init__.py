"""The build guide's tables, drawings and sheets, made from the pin table."""
