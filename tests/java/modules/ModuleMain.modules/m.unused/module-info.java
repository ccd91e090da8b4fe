module m.unused { }
