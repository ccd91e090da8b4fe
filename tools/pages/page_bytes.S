// The bytes of the page, as make_page wrote them, between two symbols (page.cpp).
// Tested by tests/pages/run.
        .section .rodata
        .globl  mj_timeline_page
        .hidden mj_timeline_page
        .globl  mj_timeline_page_end
        .hidden mj_timeline_page_end
mj_timeline_page:
        .incbin MINIJVM_TIMELINE_PAGE
mj_timeline_page_end:
        .byte   0
#if defined(__linux__) && defined(__ELF__)
        .section .note.GNU-stack, "", %progbits
#endif
