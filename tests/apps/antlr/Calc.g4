grammar Calc;
program: (statement (';' | NEWLINE))* EOF;
statement: NAME '=' expression # assign | expression # print | # empty;
expression
    : '-' expression # negate
    | <assoc=right> expression '^' expression # power
    | expression op=('*' | '/' | '%') expression # times
    | expression op=('+' | '-') expression # plus
    | NAME '(' (expression (',' expression)*)? ')' # call
    | NUMBER # number
    | NAME # variable
    | '(' expression ')' # parens
    ;
NUMBER: [0-9]+ ('.' [0-9]+)?;
NAME: [a-zA-Z_\p{Greek}]+;
NEWLINE: '\r'? '\n';
SPACE: [ \t]+ -> skip;
COMMENT: '#' ~[\n]* -> channel(HIDDEN);
