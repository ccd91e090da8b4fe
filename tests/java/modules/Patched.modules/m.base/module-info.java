module m.base { }
