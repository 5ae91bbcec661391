"""What one person at a table is told and asked, whatever shows it: names, news, menus, why not, when to be asked."""
