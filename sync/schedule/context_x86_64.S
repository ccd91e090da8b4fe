// The switch of context.h for x86-64: saves the registers that a called function must preserve on
// the running stack, changes the stack pointer, and restores them from the other stack.
// Tested by tests/sync/context_test.cpp.
#if defined(__x86_64__)

        // void mj_switch_context(void** leave, void* enter)
        // rdi is the address for the stack pointer of the stack that is left; rsi is the stack
        // pointer of the stack that is entered.
        // The order on the stack is that of SavedRegisters in context.cpp. `ret` takes the return
        // address of the stack that is entered.
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
        // From here on the old stack is complete, and the new one is in use.
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

        // The first "return" into a new stack comes here and calls entry(argument), which does not
        // return: r12 and r13 are in SavedRegisters. rsp is a multiple of 16, as the ABI requires
        // at every call.
        .globl  mj_context_start
        .hidden mj_context_start
        .type   mj_context_start, @function
mj_context_start:
        .cfi_startproc
        // An unwinder stops here.
        .cfi_undefined %rip
        movq    %r13, %rdi
        call    *%r12
        ud2
        .cfi_endproc
        .size   mj_context_start, .-mj_context_start

#endif
        .section .note.GNU-stack, "", @progbits
