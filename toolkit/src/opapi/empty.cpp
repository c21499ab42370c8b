// The libraries of CANN 9 that only bring libopapi.so along.
