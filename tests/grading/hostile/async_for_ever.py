# attack: leave a task that outlives its cell
import asyncio

async def for_ever():
    while True:
        await asyncio.sleep(0)

asyncio.get_event_loop().create_task(for_ever())
