"""Strongly connected components of a graph, those that others lead to first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def components(
    ways: Sequence[Sequence[int]], names: Sequence[int] | None = None
) -> Iterator[list[int]]:
    """Tarjan's algorithm without recursion. `ways[i]` are the successors of node i, or of node
    `names[i]`; successors that are not among the names are left out."""
    if names is None:
        names = range(len(ways))
        index_of: dict[int, int] | None = None
    else:
        index_of = {name: i for i, name in enumerate(names)}
    total = len(names)
    order = [0] * total
    low = [0] * total
    open_now = [False] * total
    stack: list[int] = []
    count = 0
    for root in range(total):
        if order[root]:
            continue
        count += 1
        order[root] = low[root] = count
        stack.append(root)
        open_now[root] = True
        work = [(root, iter(ways[root]))]
        while work:
            node, following = work[-1]
            for name in following:
                way = name if index_of is None else index_of.get(name, -1)
                if way < 0:
                    continue
                if not order[way]:
                    count += 1
                    order[way] = low[way] = count
                    stack.append(way)
                    open_now[way] = True
                    work.append((way, iter(ways[way])))
                    break
                if open_now[way] and order[way] < low[node]:
                    low[node] = order[way]
            else:
                work.pop()
                if work and low[node] < low[work[-1][0]]:
                    low[work[-1][0]] = low[node]
                if low[node] == order[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        open_now[member] = False
                        component.append(names[member])
                        if member == node:
                            break
                    yield component
