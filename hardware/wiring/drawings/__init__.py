"""The drawings of the build guide, as SVG in millimetres."""
