"""What people see: page models made from views, guides that say what to click, templates."""
