"""The way in for programs: everything under /api/v1, without any page."""
