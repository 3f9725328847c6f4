"""Does the REST door read and write what the rules of HTTP and protobuf say?"""
