// Where the libraries of operators keep their operator information.
#ifndef INC_EXTERNAL_REGISTER_REGISTER_BASE_H
#define INC_EXTERNAL_REGISTER_REGISTER_BASE_H

#ifdef __cplusplus
extern "C" {
#endif

/** The paths that the functions of REGISTER_OP_LIB give, joined by ':'; "" if there are none. */
const char* aclGetCustomOpLibPath();

#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_REGISTER_REGISTER_BASE_H
