module m.target { exports target; }
