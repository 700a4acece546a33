"""A board for many tables: it listens at their broker and keeps what they played in a database.

Only `dragonbag venue` imports this, and only it needs SQLAlchemy (make venue).
"""
