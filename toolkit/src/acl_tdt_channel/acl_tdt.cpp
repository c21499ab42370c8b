// libacl_tdt_channel.so: acl_tdt.h with queues inside this process.
#include "acl/acl_tdt.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "acl/check.h"

using runtime::Fail;

struct acltdtDataItem {
    acltdtTensorType type;
    std::vector<int64_t> dims;
    aclDataType data_type;
    void* data;
    size_t size;
    std::vector<char> copy;  ///< what `data` points to in received items
};

struct acltdtDataset {
    std::string name;
    std::vector<acltdtDataItem*> items;
    std::vector<std::unique_ptr<acltdtDataItem>> received;
};

namespace {

constexpr size_t kDefaultCapacity = 128;

using Items = std::vector<std::unique_ptr<acltdtDataItem>>;

struct Queue {
    std::string name;
    size_t capacity;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Items> waiting;
};

std::shared_ptr<Queue> FindQueue(uint32_t device, const char* name, size_t capacity) {
    static auto* const mutex = new std::mutex();
    static auto* const queues =
        new std::map<std::pair<uint32_t, std::string>, std::weak_ptr<Queue>>();
    const std::lock_guard<std::mutex> lock(*mutex);
    std::weak_ptr<Queue>& entry = (*queues)[{device, name}];
    std::shared_ptr<Queue> queue = entry.lock();
    if (queue == nullptr) {
        queue = std::make_shared<Queue>();
        queue->name = name;
        queue->capacity = capacity;
        entry = queue;
    }
    return queue;
}

std::unique_ptr<acltdtDataItem> CopyOf(const acltdtDataItem& item) {
    auto copy = std::make_unique<acltdtDataItem>(item);
    const char* bytes = static_cast<const char*>(item.data);
    if (bytes != nullptr) {
        copy->copy.assign(bytes, bytes + item.size);
        copy->data = copy->copy.data();
    }
    return copy;
}

}  // namespace

struct acltdtChannelHandle {
    std::shared_ptr<Queue> queue;
    bool stopped = false;  ///< guarded by the queue's mutex
};

namespace {

/// Waits until `ready`; false if the time is over or the channel was stopped.
template <typename Ready>
bool WaitFor(const acltdtChannelHandle* channel, std::unique_lock<std::mutex>& lock,
             int32_t timeout, Ready ready) {
    const auto done = [&] { return channel->stopped || ready(); };
    if (timeout < 0) {
        channel->queue->changed.wait(lock, done);
    } else {
        channel->queue->changed.wait_for(lock, std::chrono::milliseconds(timeout), done);
    }
    return !channel->stopped && ready();
}

}  // namespace

extern "C" {

acltdtDataItem* acltdtCreateDataItem(acltdtTensorType type, const int64_t* dims, size_t count,
                                     aclDataType data_type, void* data, size_t size) {
    if ((dims == nullptr && count > 0) || (data == nullptr && size > 0)) {
        Fail(ACL_ERROR_INVALID_PARAM, "%s: %s is NULL", __func__,
             dims == nullptr && count > 0 ? "dims" : "data");
        return nullptr;
    }
    return new acltdtDataItem{type, std::vector<int64_t>(dims, dims + count), data_type, data, size,
                              {}};
}

aclError acltdtDestroyDataItem(acltdtDataItem* dataItem) {
    ACL_REQUIRE_NOT_NULL(dataItem);
    delete dataItem;
    return ACL_SUCCESS;
}

acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem* item) {
    return item == nullptr ? ACL_TENSOR_DATA_UNDEFINED : item->type;
}

aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem* item) {
    return item == nullptr ? ACL_DT_UNDEFINED : item->data_type;
}

void* acltdtGetDataAddrFromItem(const acltdtDataItem* item) {
    return item == nullptr ? nullptr : item->data;
}

size_t acltdtGetDataSizeFromItem(const acltdtDataItem* item) {
    return item == nullptr ? 0 : item->size;
}

size_t acltdtGetDimNumFromItem(const acltdtDataItem* item) {
    return item == nullptr ? 0 : item->dims.size();
}

aclError acltdtGetDimsFromItem(const acltdtDataItem* dataItem, int64_t* dims, size_t dimNum) {
    ACL_REQUIRE_NOT_NULL(dataItem);
    if (dimNum < dataItem->dims.size() || (dims == nullptr && dimNum > 0)) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: space for %zu dims, the tensor has %zu", __func__,
                    dims == nullptr ? 0 : dimNum, dataItem->dims.size());
    }
    std::copy(dataItem->dims.begin(), dataItem->dims.end(), dims);
    return ACL_SUCCESS;
}

aclError acltdtGetSliceInfoFromItem(const acltdtDataItem* dataItem, size_t* sliceNum,
                                    size_t* sliceId) {
    ACL_REQUIRE_NOT_NULL(dataItem);
    ACL_REQUIRE_NOT_NULL(sliceNum);
    ACL_REQUIRE_NOT_NULL(sliceId);
    *sliceNum = 1;
    *sliceId = 0;
    return ACL_SUCCESS;
}

acltdtDataset* acltdtCreateDataset() {
    return new acltdtDataset();
}

aclError acltdtDestroyDataset(acltdtDataset* dataset) {
    ACL_REQUIRE_NOT_NULL(dataset);
    delete dataset;
    return ACL_SUCCESS;
}

acltdtDataItem* acltdtGetDataItem(const acltdtDataset* dataset, size_t index) {
    return dataset == nullptr || index >= dataset->items.size() ? nullptr : dataset->items[index];
}

aclError acltdtAddDataItem(acltdtDataset* dataset, acltdtDataItem* dataItem) {
    ACL_REQUIRE_NOT_NULL(dataset);
    ACL_REQUIRE_NOT_NULL(dataItem);
    dataset->items.push_back(dataItem);
    return ACL_SUCCESS;
}

size_t acltdtGetDatasetSize(const acltdtDataset* dataset) {
    return dataset == nullptr ? 0 : dataset->items.size();
}

const char* acltdtGetDatasetName(const acltdtDataset* dataset) {
    return dataset == nullptr ? nullptr : dataset->name.c_str();
}

acltdtChannelHandle* acltdtCreateChannel(uint32_t deviceId, const char* name) {
    return acltdtCreateChannelWithCapacity(deviceId, name, kDefaultCapacity);
}

acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t deviceId, const char* name,
                                                     size_t capacity) {
    if (name == nullptr || capacity == 0) {
        Fail(ACL_ERROR_INVALID_PARAM, "%s: %s", __func__,
             name == nullptr ? "name is NULL" : "capacity is 0");
        return nullptr;
    }
    return new acltdtChannelHandle{FindQueue(deviceId, name, capacity)};
}

aclError acltdtStopChannel(acltdtChannelHandle* handle) {
    ACL_REQUIRE_NOT_NULL(handle);
    const std::lock_guard<std::mutex> lock(handle->queue->mutex);
    handle->stopped = true;
    handle->queue->changed.notify_all();
    return ACL_SUCCESS;
}

aclError acltdtDestroyChannel(acltdtChannelHandle* handle) {
    ACL_REQUIRE_NOT_NULL(handle);
    delete handle;
    return ACL_SUCCESS;
}

aclError acltdtCleanChannel(acltdtChannelHandle* handle) {
    ACL_REQUIRE_NOT_NULL(handle);
    const std::lock_guard<std::mutex> lock(handle->queue->mutex);
    handle->queue->waiting.clear();
    handle->queue->changed.notify_all();
    return ACL_SUCCESS;
}

aclError acltdtSendTensor(const acltdtChannelHandle* handle, const acltdtDataset* dataset,
                          int32_t timeout) {
    ACL_REQUIRE_NOT_NULL(handle);
    ACL_REQUIRE_NOT_NULL(dataset);
    Items items;
    for (const acltdtDataItem* item : dataset->items) {
        items.push_back(CopyOf(*item));
    }
    Queue& queue = *handle->queue;
    std::unique_lock<std::mutex> lock(queue.mutex);
    if (!WaitFor(handle, lock, timeout, [&] { return queue.waiting.size() < queue.capacity; })) {
        return Fail(ACL_ERROR_RT_QUEUE_FULL, "channel %s is full", queue.name.c_str());
    }
    queue.waiting.push_back(std::move(items));
    queue.changed.notify_all();
    return ACL_SUCCESS;
}

aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset,
                             int32_t timeout) {
    ACL_REQUIRE_NOT_NULL(handle);
    ACL_REQUIRE_NOT_NULL(dataset);
    Queue& queue = *handle->queue;
    std::unique_lock<std::mutex> lock(queue.mutex);
    if (!WaitFor(handle, lock, timeout, [&] { return !queue.waiting.empty(); })) {
        // Polled again and again: no error text for what is no error of the caller.
        return ACL_ERROR_RT_QUEUE_EMPTY;
    }
    for (std::unique_ptr<acltdtDataItem>& item : queue.waiting.front()) {
        dataset->items.push_back(item.get());
        dataset->received.push_back(std::move(item));
    }
    queue.waiting.pop_front();
    dataset->name = queue.name;
    queue.changed.notify_all();
    return ACL_SUCCESS;
}

aclError acltdtQueryChannelSize(const acltdtChannelHandle* handle, size_t* size) {
    ACL_REQUIRE_NOT_NULL(handle);
    ACL_REQUIRE_NOT_NULL(size);
    const std::lock_guard<std::mutex> lock(handle->queue->mutex);
    *size = handle->queue->waiting.size();
    return ACL_SUCCESS;
}
}
