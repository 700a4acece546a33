"""The panel and a USB camera on a kernel that simulates them, under real libraries."""
