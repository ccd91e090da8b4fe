grammar Bad;
a: b c | a 'x';
b: undefined;
b: 'twice';
