"""What every table shows and tells, in the terminal and on the page."""
