// The switch of context.h for x86-64. Proved by tests/sync/context_test.cpp.
#if defined(__x86_64__)

// void mj_switch_context(void** leave, void* enter)
// The order on the stack is SavedRegisters in context.cpp.
        .text
        .globl  mj_switch_context
        .hidden mj_switch_context
        .type   mj_switch_context, @function
mj_switch_context:
        .cfi_startproc
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
        .cfi_endproc
        .size   mj_switch_context, .-mj_switch_context

// The first "return" into a new stack: entry(argument), which does not return. Here rsp is a multiple of 16, as at every call.
        .globl  mj_context_start
        .hidden mj_context_start
        .type   mj_context_start, @function
mj_context_start:
        .cfi_startproc
        .cfi_undefined %rip
        movq    %r13, %rdi
        call    *%r12
        ud2
        .cfi_endproc
        .size   mj_context_start, .-mj_context_start

#endif
        .section .note.GNU-stack, "", @progbits
