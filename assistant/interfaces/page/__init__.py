"""What the page shows, as values: no widget in sight."""
