"""Pages and answers for others than players: logs of plays, what is measured, an overlay."""
