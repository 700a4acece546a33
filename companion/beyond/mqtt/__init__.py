"""The table on an MQTT broker. Only what a broker is told imports paho: see session.py."""
