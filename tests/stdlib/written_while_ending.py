# What dies at the very end still writes, also where threads have run and where some are left.
import asyncio
import sys
import threading
import time


class Told:
    def __init__(self, name):
        self.name, self.stream, self.sleep, self.me = name, sys.stdout, time.sleep, self

    def __del__(self):
        print("print", self.name)
        self.stream.write(f"write {self.name}\n")
        self.stream.flush()
        self.sleep(.001)
        print("slept", self.name)


ran = threading.Thread(target=print, args=("in a thread",))
ran.start()
ran.join()
left = threading.Thread(target=time.sleep, args=(60,), daemon=True)
left.start()


async def fails():
    raise ValueError("lost")


async def main():
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: print("handler", context["message"]))
    task = asyncio.create_task(fails())
    await asyncio.sleep(.001)
    task.me = task
    return await asyncio.to_thread(pow, 2, 10)


print(asyncio.run(main()))
told = Told("in a cycle")
