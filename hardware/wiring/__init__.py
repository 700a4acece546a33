"""What the maker builds from: tables, diagrams and sheets, made from the pin table."""
