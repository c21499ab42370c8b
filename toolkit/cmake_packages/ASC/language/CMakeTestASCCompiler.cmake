# The compiler belongs to the toolkit that was found: nothing to test.
set(CMAKE_ASC_COMPILER_WORKS TRUE)
