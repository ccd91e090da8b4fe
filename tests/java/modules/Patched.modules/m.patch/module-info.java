module m.patch { }
