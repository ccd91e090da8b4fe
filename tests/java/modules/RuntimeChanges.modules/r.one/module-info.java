module r.one { exports r; exports r.pub; }
