// The bytes of a page, as make_page wrote them, between two symbols (page_bytes.cpp).
// Tested by tests/pages/run.
        .section .rodata
        .globl  MINIJVM_PAGE_BEGIN
        .hidden MINIJVM_PAGE_BEGIN
        .globl  MINIJVM_PAGE_END
        .hidden MINIJVM_PAGE_END
MINIJVM_PAGE_BEGIN:
        .incbin MINIJVM_PAGE_FILE
MINIJVM_PAGE_END:
        .byte   0
#if defined(__linux__) && defined(__ELF__)
        .section .note.GNU-stack, "", %progbits
#endif
