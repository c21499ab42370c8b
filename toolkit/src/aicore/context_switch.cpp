#include "aicore/context_switch.h"

#include <cstdint>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
// What follows the switches must not be recorded itself.
#define AICORE_UNRECORDED __attribute__((no_sanitize("thread")))
#else
#define AICORE_UNRECORDED
#endif

#if defined(__x86_64__)
// void aicore_switch_stack(void** save_sp, void* load_sp)
__asm__(R"(
.text
.type aicore_switch_stack, @function
.hidden aicore_switch_stack
.globl aicore_switch_stack
aicore_switch_stack:
    .cfi_startproc
    endbr64
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
    addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .cfi_endproc
.size aicore_switch_stack, .-aicore_switch_stack
)");
#elif defined(__aarch64__)
__asm__(R"(
.text
.type aicore_switch_stack, %function
.hidden aicore_switch_stack
.globl aicore_switch_stack
aicore_switch_stack:
    .cfi_startproc
    sub sp, sp, #176
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mrs x9, fpcr
    str x9, [sp, #160]
    mov x10, sp
    str x10, [x0]
    mov sp, x1
    ldr x9, [sp, #160]
    msr fpcr, x9
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #176
    ret
    .cfi_endproc
.size aicore_switch_stack, .-aicore_switch_stack
)");
#endif

namespace aicore {

void EndContext(Context* context) {
#if defined(__SANITIZE_THREAD__)
    if (context->sanitizer_fiber != nullptr) {
        __tsan_destroy_fiber(context->sanitizer_fiber);
        context->sanitizer_fiber = nullptr;
    }
#else
    static_cast<void>(context);
#endif
}

namespace {

void BeginRecord(Context* context) {
    EndContext(context);
#if defined(__SANITIZE_THREAD__)
    context->sanitizer_fiber = __tsan_create_fiber(0);
#endif
}

}  // namespace

#if defined(__x86_64__) || defined(__aarch64__)

extern "C" void aicore_switch_stack(void** save_sp, void* load_sp);

void InitContext(Context* context, void* base, size_t size, void (*entry)()) {
    BeginRecord(context);
    const uintptr_t top = (reinterpret_cast<uintptr_t>(base) + size) & ~uintptr_t{63};
    uint64_t* frame;
#if defined(__x86_64__)
    // mxcsr and x87 control word, r15..rbp, return address, and a zero where the caller of `entry`
    // would be.
    frame = reinterpret_cast<uint64_t*>(top - 72);
    uint32_t mxcsr;
    uint16_t x87;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    frame[0] = mxcsr | (static_cast<uint64_t>(x87) << 32);
    for (int i = 1; i <= 6; ++i) {
        frame[i] = 0;
    }
    frame[7] = reinterpret_cast<uint64_t>(entry);
    frame[8] = 0;
#else
    frame = reinterpret_cast<uint64_t*>(top - 176);
    for (int i = 0; i < 22; ++i) {
        frame[i] = 0;
    }
    frame[11] = reinterpret_cast<uint64_t>(entry);  // x30
    uint64_t fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    frame[20] = fpcr;
#endif
    context->sp = frame;
}

AICORE_UNRECORDED void SwitchContext(Context* from, Context* to) {
#if defined(__SANITIZE_THREAD__)
    from->sanitizer_fiber = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to->sanitizer_fiber, 0);
#endif
    aicore_switch_stack(&from->sp, to->sp);
}

#else

void InitContext(Context* context, void* base, size_t size, void (*entry)()) {
    BeginRecord(context);
    getcontext(&context->ucontext);
    context->ucontext.uc_stack.ss_sp = base;
    context->ucontext.uc_stack.ss_size = size;
    context->ucontext.uc_link = nullptr;
    makecontext(&context->ucontext, entry, 0);
}

AICORE_UNRECORDED void SwitchContext(Context* from, Context* to) {
#if defined(__SANITIZE_THREAD__)
    from->sanitizer_fiber = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to->sanitizer_fiber, 0);
#endif
    swapcontext(&from->ucontext, &to->ucontext);
}

#endif

}  // namespace aicore
