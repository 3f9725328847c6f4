"""The REST door: the API as resources, transcoded from the HTTP rules in the protos."""
