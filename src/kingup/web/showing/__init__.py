"""Tables and views as what templates show: plain values, translated."""
