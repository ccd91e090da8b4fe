module m.platform { }
