"""`make bench`: figures, each as a ratio to something measured in the same run. Nothing here passes or fails."""
