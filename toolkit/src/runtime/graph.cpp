#include "runtime/graph.h"

#include <algorithm>
#include <atomic>

namespace runtime {
namespace {

std::atomic<uint32_t> next_graph_id{0};

}  // namespace

class Graph::ReplayTask : public Task {
public:
    explicit ReplayTask(std::shared_ptr<Graph> graph)
        : graph_(std::move(graph)), steps_(graph_->steps()) {}
    ~ReplayTask() override {
        while (prepared_ != 0) {
            Withdraw();
        }
    }

    void Prepare() override {
        ++prepared_;
        for (const Step& step : steps_) {
            step.task->Prepare();
        }
    }
    void Withdraw() override {
        --prepared_;
        WithdrawFrom(0);
    }

    int Run(Stream* stream, std::string* error) override {
        std::lock_guard<std::mutex> lock(graph_->running_);
        --prepared_;
        for (size_t i = 0; i < steps_.size(); ++i) {
            if (stream->giving_up()) {
                WithdrawFrom(i);
                return 0;
            }
            // A step may have been replaced while the one before waited for an event.
            const std::shared_ptr<Task> task = graph_->TaskAt(i);
            const int code = task->Run(stream, error);
            if (code != 0) {
                failed_ = task;
                WithdrawFrom(i + 1);
                return code;
            }
        }
        return 0;
    }

    bool NeedsWorker() const override {
        return std::any_of(steps_.begin(), steps_.end(),
                           [](const Step& step) { return step.task->NeedsWorker(); });
    }

    void OnFailure(TaskFailure* failure) override {
        if (failed_ != nullptr) {
            failed_->OnFailure(failure);
        }
    }

    std::string Name() const override { return "graph " + std::to_string(graph_->id()); }

private:
    void WithdrawFrom(size_t index) {
        for (; index < steps_.size(); ++index) {
            steps_[index].task->Withdraw();
        }
    }

    const std::shared_ptr<Graph> graph_;
    const std::vector<Step> steps_;  ///< when it was submitted
    std::atomic<uint32_t> prepared_{0};
    std::shared_ptr<Task> failed_;
};

Graph::Graph() : id_(next_graph_id.fetch_add(1)) {}

std::string Graph::name() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return name_;
}

void Graph::set_name(const std::string& name) {
    std::lock_guard<std::mutex> lock(mutex_);
    name_ = name;
}

size_t Graph::Add(Step step) {
    std::lock_guard<std::mutex> lock(mutex_);
    steps_.push_back(std::move(step));
    return steps_.size() - 1;
}

void Graph::Replace(const std::vector<size_t>& steps, std::vector<std::shared_ptr<Task>> tasks) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (size_t i = 0; i < steps.size(); ++i) {
        steps_[steps[i]].task = std::move(tasks[i]);
    }
}

std::vector<Graph::Step> Graph::steps() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return steps_;
}

std::shared_ptr<Task> Graph::TaskAt(size_t index) const {
    std::lock_guard<std::mutex> lock(mutex_);
    return steps_[index].task;
}

void Graph::AddCallback(const Callback& callback) {
    std::lock_guard<std::mutex> lock(mutex_);
    callbacks_.push_back(callback);
}

bool Graph::RemoveCallback(void (*function)(void*)) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto match =
        std::find_if(callbacks_.begin(), callbacks_.end(),
                     [&](const Callback& callback) { return callback.first == function; });
    if (match == callbacks_.end()) {
        return false;
    }
    callbacks_.erase(match);
    return true;
}

void Graph::CallBack() {
    std::vector<Callback> callbacks;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        callbacks.swap(callbacks_);
    }
    for (const Callback& callback : callbacks) {
        callback.first(callback.second);
    }
}

std::unique_ptr<Task> Graph::MakeTask(std::shared_ptr<Graph> graph) {
    return std::make_unique<ReplayTask>(std::move(graph));
}

}  // namespace runtime
