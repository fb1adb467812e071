"""What remains of finished deals: results, statistics, and the archive of records and links."""
