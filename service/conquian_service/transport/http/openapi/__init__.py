"""The description of the REST door (OpenAPI 3.1), made of the protos and their comments."""
