// Recorded work of streams that is run as a whole (aclmdlRI).
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/stream.h"

namespace runtime {

/// Tasks in an order that keeps to that of their streams and to the events between them. Thread
/// safe; it runs in one stream at a time.
class Graph {
public:
    struct Step {
        int32_t stream;  ///< id of the stream that it was recorded in
        std::shared_ptr<Task> task;
    };

    Graph();

    uint32_t id() const { return id_; }
    std::string name() const;
    void set_name(const std::string& name);

    /// Returns the step's index.
    size_t Add(Step step);
    /// Puts other tasks in the places of these steps.
    void Replace(const std::vector<size_t>& steps, std::vector<std::shared_ptr<Task>> tasks);
    std::vector<Step> steps() const;
    /// The present task of a step.
    std::shared_ptr<Task> TaskAt(size_t index) const;

    /// What is called when the program destroys the graph.
    using Callback = std::pair<void (*)(void*), void*>;
    void AddCallback(const Callback& callback);
    bool RemoveCallback(void (*function)(void*));
    void CallBack();

    /// Work for a stream: all steps one after the other, up to the first that fails.
    static std::unique_ptr<Task> MakeTask(std::shared_ptr<Graph> graph);

private:
    class ReplayTask;

    const uint32_t id_;
    mutable std::mutex mutex_;
    std::mutex running_;
    std::string name_;
    std::vector<Step> steps_;
    std::vector<Callback> callbacks_;
};

}  // namespace runtime
