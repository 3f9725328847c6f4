"""The HTTP door: for now what operators ask; the REST API comes here too."""
