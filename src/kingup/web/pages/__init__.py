"""The pages, a folder each: routes, view model, templates, own CSS and JS."""
