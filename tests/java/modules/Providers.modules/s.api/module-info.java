module s.api { exports api; uses api.Shape; }
