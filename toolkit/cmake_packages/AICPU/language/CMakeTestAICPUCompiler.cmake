# The compiler belongs to the toolkit that was found: nothing to test.
set(CMAKE_AICPU_COMPILER_WORKS TRUE)
