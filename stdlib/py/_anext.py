"""anext() with a default."""


async def or_default(awaitable, default):
    """What the awaitable gives, or the default at the end of the iterator."""
    try:
        return await awaitable
    except StopAsyncIteration:
        return default
