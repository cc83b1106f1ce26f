"""A relay module on pymodbus, for tests: coils 0 to 63 on a free port of loopback, which it prints.

Lines on its input: "set ADDRESS 0|1" sets a coil as a hand on the module would, "ignore" takes and confirms writes
without an effect, "refuse" answers them with exception 2, "absent" answers reads with it, "idle SECONDS" opens the relays 16 to 21 whenever no request
came for so long, "reset" is as at first, "print" does nothing. Each line is answered by all coils.
"""

import asyncio
import logging
import sys
import time

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server.async_io import ModbusTcpServer

# The server complains of every connection that is reset.
logging.disable(logging.CRITICAL)


class Coils(ModbusSequentialDataBlock):
    way = "reset"
    idle_s = None
    asked_at = 0.0

    def validate(self, address, count=1):
        self.asked_at = time.monotonic()
        return super().validate(address, count)

    def setValues(self, address, values):
        if self.way != "ignore":
            super().setValues(address, values)

    async def watch(self):
        while True:
            await asyncio.sleep(0.02)
            if self.idle_s is not None and time.monotonic() - self.asked_at > self.idle_s:
                super().setValues(16, [False] * 6)


class Module(ModbusSlaveContext):
    def validate(self, fc_as_hex, address, count=1):
        if (fc_as_hex, self.store["c"].way) in [(5, "refuse"), (1, "absent")]:
            return False
        return super().validate(fc_as_hex, address, count)


async def main():
    coils = Coils(0, [False] * 64)
    server = ModbusTcpServer(ModbusServerContext(Module(co=coils, zero_mode=True), single=True), address=("127.0.0.1", 0))
    serving = asyncio.ensure_future(server.serve_forever())
    await server.serving
    watching = asyncio.ensure_future(coils.watch())
    print(server.server.sockets[0].getsockname()[1], flush=True)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := (await lines.readline()).decode().split():
        if line[0] == "set":
            ModbusSequentialDataBlock.setValues(coils, int(line[1]), [line[2] == "1"])
        elif line[0] == "idle":
            coils.asked_at = time.monotonic()
            coils.idle_s = float(line[1])
        elif line[0] != "print":
            coils.way = line[0]
        if line[0] == "reset":
            coils.idle_s = None
            ModbusSequentialDataBlock.setValues(coils, 0, [False] * 64)
        print("".join("1" if coil else "0" for coil in coils.getValues(0, 64)), flush=True)
    watching.cancel()
    serving.cancel()


asyncio.run(main())
