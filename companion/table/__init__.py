"""One table: commands in, snapshots out, everything in the journal."""
