# A small ray tracer: vectors as objects with operators, spheres over a checkered floor
from math import sqrt


class Vec:
    __slots__ = ('x', 'y', 'z')

    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y, self.z + o.z)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y, self.z - o.z)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k, self.z * k)

    def __neg__(self):
        return Vec(-self.x, -self.y, -self.z)

    def dot(self, o):
        return self.x * o.x + self.y * o.y + self.z * o.z

    def unit(self):
        return self * (1.0 / sqrt(self.dot(self)))

    def reflect(self, normal):
        return self - normal * (2.0 * self.dot(normal))


class Ray:
    def __init__(self, origin, direction):
        self.origin = origin
        self.direction = direction

    def at(self, t):
        return self.origin + self.direction * t


class Sphere:
    def __init__(self, center, radius, color, mirror):
        self.center = center
        self.radius = radius
        self.color = color
        self.mirror = mirror

    def hit(self, ray):
        to = ray.origin - self.center
        b = to.dot(ray.direction)
        c = to.dot(to) - self.radius * self.radius
        d = b * b - c
        if d <= 0.0:
            return None
        t = -b - sqrt(d)
        return t if t > 1e-4 else None

    def normal(self, p):
        return (p - self.center).unit()

    def shade(self, p):
        return self.color


class Floor:
    mirror = 0.15

    def __init__(self, y, light, dark):
        self.y = y
        self.light = light
        self.dark = dark

    def hit(self, ray):
        if abs(ray.direction.y) < 1e-6:
            return None
        t = (self.y - ray.origin.y) / ray.direction.y
        return t if t > 1e-4 else None

    def normal(self, p):
        return Vec(0.0, 1.0, 0.0)

    def shade(self, p):
        return self.light if (int(p.x // 1.0) + int(p.z // 1.0)) % 2 == 0 else self.dark


class Scene:
    def __init__(self):
        self.things = []
        self.lights = []

    def nearest(self, ray):
        best, found = 1e30, None
        for thing in self.things:
            t = thing.hit(ray)
            if t is not None and t < best:
                best, found = t, thing
        return found, best

    def lit(self, p, light):
        to = light - p
        ray = Ray(p, to.unit())
        for thing in self.things:
            if thing.hit(ray) is not None:
                return 0.0
        return 1.0

    def color(self, ray, depth):
        thing, t = self.nearest(ray)
        if thing is None:
            return Vec(0.2, 0.3, 0.5) * max(0.0, ray.direction.y + 0.4)
        p = ray.at(t)
        n = thing.normal(p)
        base = thing.shade(p)
        total = base * 0.1
        for light in self.lights:
            amount = (light - p).unit().dot(n)
            if amount > 0.0:
                total = total + base * (amount * self.lit(p, light))
        if depth < 3 and thing.mirror > 0.0:
            other = self.color(Ray(p, ray.direction.reflect(n)), depth + 1)
            total = total * (1.0 - thing.mirror) + other * thing.mirror
        return total


def render(width, height):
    scene = Scene()
    scene.lights.append(Vec(-5.0, 8.0, -3.0))
    scene.lights.append(Vec(6.0, 5.0, -6.0))
    scene.things.append(Floor(-1.0, Vec(0.9, 0.9, 0.9), Vec(0.1, 0.1, 0.1)))
    for i in range(5):
        scene.things.append(Sphere(Vec(i * 1.2 - 2.4, -0.4 + 0.25 * (i % 2), 3.0 + i * 0.4), 0.6,
                                   Vec(0.2 + 0.15 * i, 0.9 - 0.15 * i, 0.4), 0.3))
    eye = Vec(0.0, 0.6, -3.0)
    total = 0
    rows = []
    for y in range(height):
        row = ''
        for x in range(width):
            d = Vec((x - width / 2) / width, (height / 2 - y) / width, 0.8).unit()
            c = scene.color(Ray(eye, d), 0)
            level = int(min(0.999, (c.x + c.y + c.z) / 3.0) * 10)
            row += ' .:-=+*#%@'[level]
            total += level
        rows.append(row)
    return rows, total


rows, total = render(116, 100)
for row in rows[::8]:
    print(row)
print(total)
