"""From snapshots to HTML, and from forms to commands."""
