"""What ``python3 -m tutor_utils bench`` measures, a file for each part."""
