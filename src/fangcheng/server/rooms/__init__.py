"""Rooms, which hold people together around their matches, and the lobby, where they find each other."""
