from setuptools import setup

from custom_compiler.wheel import AscendOperators

setup(
    packages=["acme_ops"],
    ascend_operators=[
        AscendOperators(
            "acme_ops",
            "op_host",
            "op_kernel",
            vendor_name="acme",
            soc_version="ascend910b",
            definitions=("FROM_THE_PROJECT=1",),
        )
    ],
)
