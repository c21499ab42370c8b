#include "runtime/notify.h"

#include <pthread.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <ctime>

#include "acl/acl_base.h"

namespace runtime {
namespace {

constexpr uint64_t kNote = 0x594649544F4E;  // "NOTIFY"

std::atomic<uint32_t> next_id{0};

timespec DeadlineIn(uint32_t seconds) {
    timespec deadline = {};
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += seconds;
    return deadline;
}

}  // namespace

struct Notify::State {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    uint32_t set;

    void Init() {
        pthread_mutexattr_t mutex_options;
        pthread_mutexattr_init(&mutex_options);
        pthread_mutexattr_setpshared(&mutex_options, PTHREAD_PROCESS_SHARED);
        pthread_mutexattr_setrobust(&mutex_options, PTHREAD_MUTEX_ROBUST);
        pthread_mutex_init(&mutex, &mutex_options);
        pthread_mutexattr_destroy(&mutex_options);
        pthread_condattr_t options;
        pthread_condattr_init(&options);
        pthread_condattr_setpshared(&options, PTHREAD_PROCESS_SHARED);
        pthread_condattr_setclock(&options, CLOCK_MONOTONIC);
        pthread_cond_init(&changed, &options);
        pthread_condattr_destroy(&options);
    }

    void Lock() {
        // A process that died with the lock left the flag as it was.
        if (pthread_mutex_lock(&mutex) == EOWNERDEAD) {
            pthread_mutex_consistent(&mutex);
        }
    }
    void Unlock() { pthread_mutex_unlock(&mutex); }
};

class Notify::RecordTask : public Task {
public:
    explicit RecordTask(std::shared_ptr<Notify> notify) : notify_(std::move(notify)) {}

    int Run(Stream*, std::string*) override {
        State& state = *notify_->state_;
        state.Lock();
        state.set = 1;
        state.Unlock();
        notify_->WakeAll();
        return 0;
    }

private:
    std::shared_ptr<Notify> notify_;
};

class Notify::WaitTask : public Task {
public:
    WaitTask(std::shared_ptr<Notify> notify, uint32_t timeout_s)
        : notify_(std::move(notify)), timeout_s_(timeout_s) {}

    int Run(Stream* stream, std::string* error) override {
        State& state = *notify_->state_;
        const timespec deadline = DeadlineIn(timeout_s_);
        int waited = 0;
        stream->SetBlockedOn(notify_);
        state.Lock();
        while (state.set == 0 && !stream->giving_up() && waited != ETIMEDOUT) {
            waited = timeout_s_ == 0
                         ? pthread_cond_wait(&state.changed, &state.mutex)
                         : pthread_cond_timedwait(&state.changed, &state.mutex, &deadline);
            if (waited == EOWNERDEAD) {
                pthread_mutex_consistent(&state.mutex);
            }
        }
        const bool reached = state.set != 0 || stream->giving_up();
        state.set = 0;
        state.Unlock();
        stream->SetBlockedOn(nullptr);
        if (!reached) {
            *error = "a stream waited more than " + std::to_string(timeout_s_) + " s for notify " +
                     std::to_string(notify_->id_);
        }
        return reached ? 0 : ACL_ERROR_RT_WAIT_TIMEOUT;
    }

private:
    std::shared_ptr<Notify> notify_;
    uint32_t timeout_s_;
};

Notify::Notify(std::shared_ptr<SharedMemory> memory, State* state)
    : id_(next_id.fetch_add(1)), memory_(std::move(memory)), state_(state) {}

Notify::~Notify() {
    munmap(state_, sizeof(State));
}

std::shared_ptr<Notify> Notify::Over(std::shared_ptr<SharedMemory> memory, bool fresh,
                                     std::string* error) {
    void* const state =
        mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, memory->fd(), 0);
    if (state == MAP_FAILED) {
        *error = "no memory for a notify";
        return nullptr;
    }
    if (fresh) {
        static_cast<State*>(state)->Init();
    }
    return std::shared_ptr<Notify>(new Notify(std::move(memory), static_cast<State*>(state)));
}

std::shared_ptr<Notify> Notify::Create(std::string* error) {
    std::shared_ptr<SharedMemory> memory =
        SharedMemory::Create(sizeof(State), {{kNote, 0, 0, 0}}, error);
    return memory == nullptr ? nullptr : Over(std::move(memory), true, error);
}

std::shared_ptr<Notify> Notify::Import(uint64_t token, std::string* error) {
    std::shared_ptr<SharedMemory> memory = SharedMemory::Open(token, error);
    if (memory != nullptr && memory->note().words[0] != kNote) {
        *error = "the key names memory, not a notify";
        return nullptr;
    }
    return memory == nullptr ? nullptr : Over(std::move(memory), false, error);
}

std::unique_ptr<Task> Notify::Record() {
    return std::make_unique<RecordTask>(shared_from_this());
}

std::unique_ptr<Task> Notify::WaitAndReset(uint32_t timeout_s) {
    return std::make_unique<WaitTask>(shared_from_this(), timeout_s);
}

void Notify::Reset() {
    state_->Lock();
    state_->set = 0;
    state_->Unlock();
}

void Notify::WakeAll() {
    state_->Lock();
    pthread_cond_broadcast(&state_->changed);
    state_->Unlock();
}

}  // namespace runtime
