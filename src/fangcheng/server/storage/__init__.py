"""The database: SQLite or PostgreSQL, its tables, its migrations, and durable writing."""
