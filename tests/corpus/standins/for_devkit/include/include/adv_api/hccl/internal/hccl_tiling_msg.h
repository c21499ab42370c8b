// A namespace that asc-devkit's tests open, without anything that they use of it.
#pragma once

namespace HcclApi {}
