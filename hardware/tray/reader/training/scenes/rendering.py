"""Render a tray with Blender's Cycles: light that bounces, soft shadows, bevelled wood.

Needs bpy 4.5 (Python 3.11), which no lock holds. One Blender unit is a centimetre.
"""

import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"  # before OpenCV is loaded: it reads Blender's files

import bpy  # isort: split

import bmesh
import cv2
import numpy as np
from mathutils import Matrix, Vector

from hardware.tray.reader.training.scenes.clutter import COVER, THING, Thing
from hardware.tray.reader.training.scenes.layout import Cube
from hardware.tray.reader.training.scenes.lens import HEIGHT, WIDTH, Floats, Lens
from hardware.tray.reader.training.scenes.setups import Canvas, Lamp, Setup
from hardware.tray.reader.training.scenes.trays import SPAN_MM, any_colour

Rng = np.random.Generator
FINER = 1.1  # rendered picture elements for each of the reader's
SAMPLES = 4  # and denoised: 0.8 of 255 from 64 in the mean; 6, denoised better, 0.6 to 0.8
CM = 0.1
BARE_WOOD = np.array([0.28, 0.45, 0.62], np.float32)  # where the paint has gone, linear BGR


class Finish(NamedTuple):
    """How a surface takes the light."""

    roughness: float
    metallic: float = 0.0
    specular: float = 0.3
    grain: float = 0.0  # of its brightness
    grain_per_cm: float = 8.0
    bump: float = 0.0


def render(rng: Rng, setup: Setup, scene: Any, pose: Floats) -> Canvas:
    """Return a scene in linear light and the map of what is seen where."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    margin = _margin(setup.lens)
    size = (round(WIDTH * FINER * margin), round(HEIGHT * FINER * margin))
    _camera(setup.lens, size, margin)
    _light(rng, setup)
    style = np.random.default_rng(int(setup.floor.sum() * 1e3) % 2**32)  # the set-up's own
    _tray(style, setup, pose)
    _cubes(rng, style, setup, scene.cubes)
    for thing in scene.things:
        _thing(rng, thing)
    if scene.has_hand:
        _hand(rng, setup)
    picture, codes = _rendered(size)
    return _seen_through(setup.lens, picture, codes)


def _flat(lens: Lens) -> Floats:
    """Return where each picture element looks in a camera without distortion (H, W, 2)."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    bent = np.stack([columns - WIDTH / 2, rows - HEIGHT / 2], -1) / lens.focal_px
    flat = bent.copy()
    for _ in range(8):
        radius2 = (flat**2).sum(-1, keepdims=True) * (lens.focal_px / (WIDTH / 2)) ** 2
        flat = bent / (1 - lens.distortion * radius2)
    return flat


def _margin(lens: Lens) -> float:
    reach = np.abs(_flat(lens)).reshape(-1, 2).max(0) * lens.focal_px / (WIDTH / 2, HEIGHT / 2)
    return float(max(1.0, reach.max())) * 1.01


def _seen_through(lens: Lens, picture: Floats, codes: Floats) -> Canvas:
    """Bend a straight picture as the lens does and bring it to the reader's size."""
    height, width = codes.shape
    scale = lens.focal_px * FINER
    places = (_flat(lens) * scale + (width / 2 - 0.5, height / 2 - 0.5)).astype(np.float32)
    x, y = places[..., 0], places[..., 1]
    soft = cv2.GaussianBlur(picture, (0, 0), 0.35 * FINER)
    bent = cv2.remap(soft, x, y, cv2.INTER_LINEAR)
    seen = cv2.remap(np.round(codes).astype(np.uint8), x, y, cv2.INTER_NEAREST)
    return Canvas(np.asarray(bent, np.float32), np.asarray(seen, np.uint8))


def _rendered(size: tuple[int, int]) -> tuple[Floats, Floats]:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    cycles = scene.cycles
    cycles.samples, cycles.use_adaptive_sampling, cycles.use_denoising = SAMPLES, False, True
    cycles.denoising_quality, cycles.denoising_prefilter = "FAST", "NONE"
    cycles.use_light_tree = False  # with a few lamps it costs more than it saves
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 2, 2
    cycles.caustics_reflective = cycles.caustics_refractive = False
    scene.view_layers[0].use_pass_object_index = True
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        _write_to(scene, folder)
        bpy.ops.render.render()
        image, index = (_written(Path(folder), name) for name in ("Image", "Index"))
    return image[..., :3].astype(np.float32), (index if index.ndim == 2 else index[..., 0])


def _written(folder: Path, name: str) -> Floats:
    path = next(folder.glob(f"{name}*.exr"))
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), np.float32)


def _write_to(scene: Any, folder: str) -> None:
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers, out = (
        tree.nodes.new("CompositorNodeRLayers"),
        tree.nodes.new("CompositorNodeOutputFile"),
    )
    out.base_path, out.format.file_format, out.format.color_depth = folder, "OPEN_EXR", "32"
    out.file_slots.clear()
    for name, socket in (("Image", "Image"), ("Index", "IndexOB")):
        out.file_slots.new(name)
        tree.links.new(layers.outputs[socket], out.inputs[name])


def _camera(lens: Lens, size: tuple[int, int], margin: float) -> None:
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.clip_end = "HORIZONTAL", 1000
    data.angle = 2 * np.arctan(size[0] / 2 / (lens.focal_px * FINER))
    camera = bpy.data.objects.new("camera", data)
    right, down, forward = (Vector(row) for row in lens.rotation.tolist())
    turn = Matrix((right, -down, -forward)).transposed().to_4x4()
    camera.matrix_world = Matrix.Translation(Vector((lens.position * CM).tolist())) @ turn
    bpy.context.collection.objects.link(camera)
    bpy.context.scene.camera = camera


def _rgb(bgr: Floats) -> tuple[float, float, float, float]:
    blue, green, red = (float(part) for part in bgr)
    return red, green, blue, 1.0


def _light(rng: Rng, setup: Setup) -> None:
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = _rgb(setup.ambient)
    for lamp in setup.lamps:
        _lamp(lamp)
    if rng.uniform() < 0.12:
        _shade(rng, setup.lamps[0])


def _lamp(lamp: Lamp) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    place = Vector((lamp.place * CM).tolist())
    data.shape, data.size = "DISK", max(0.5, lamp.size_mm * CM)
    strongest = float(lamp.light.max())
    data.color = _rgb(np.asarray(lamp.light / strongest, np.float32))[:3]
    data.energy = strongest * np.pi**2 * place.length**2  # so that white returns lamp.light
    light = bpy.data.objects.new("lamp", data)
    light.location = place
    light.rotation_euler = (-place).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(light)


def _shade(rng: Rng, lamp: Lamp) -> None:
    """Something outside the picture keeps a lamp's light from a part of the tray."""
    half = rng.uniform(40, 200, 2)
    centre = lamp.place * rng.uniform(0.3, 0.7)
    corners = [[x * half[0], y * half[1], 0] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    middle = centre + np.append(rng.normal(0, 1, 2) * half, 0)
    plate = _mesh("shade", np.array(corners) + middle, [(0, 1, 2, 3)])
    plate.visible_camera = False
    _dress(plate, np.full(3, 0.2), Finish(0.8))


def _mesh(name: str, points_mm: Floats, faces: list[tuple[int, ...]]) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata((np.asarray(points_mm) * CM).tolist(), [], faces)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(thing)
    return thing


def _dress(thing: Any, paint: Floats, finish: Finish, picture: Any = None) -> None:
    """Give an object its surface; `picture` is an image laid over it by its UV map."""
    material = bpy.data.materials.new("surface")
    material.use_nodes = True
    tree = material.node_tree
    surface = tree.nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = finish.roughness
    surface.inputs["Metallic"].default_value = finish.metallic
    surface.inputs["Specular IOR Level"].default_value = finish.specular
    grain, mix = tree.nodes.new("ShaderNodeTexNoise"), tree.nodes.new("ShaderNodeMix")
    grain.inputs["Scale"].default_value = finish.grain_per_cm
    where = tree.nodes.new("ShaderNodeTexCoord")
    tree.links.new(where.outputs["Object"], grain.inputs["Vector"])
    mix.data_type, mix.blend_type = "RGBA", "OVERLAY"
    mix.inputs["Factor"].default_value = finish.grain
    mix.inputs[6].default_value = _rgb(paint)
    if picture is not None:
        image = tree.nodes.new("ShaderNodeTexImage")
        image.image, image.extension = picture, "MIRROR"
        tree.links.new(image.outputs["Color"], mix.inputs[6])
    tree.links.new(grain.outputs["Fac"], mix.inputs[7])
    tree.links.new(mix.outputs[2], surface.inputs["Base Color"])
    if finish.bump:
        bump = tree.nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = finish.bump
        bump.inputs["Distance"].default_value = 0.02
        tree.links.new(grain.outputs["Fac"], bump.inputs["Height"])
        tree.links.new(bump.outputs["Normal"], surface.inputs["Normal"])
    thing.data.materials.append(material)


def _image(bgr: Floats) -> Any:
    rows, columns = bgr.shape[:2]
    image = bpy.data.images.new("floor", columns, rows, float_buffer=True)
    image.colorspace_settings.name = "Linear Rec.709"
    pixels = np.dstack([bgr[::-1, :, ::-1], np.ones((rows, columns, 1))]).astype(np.float32)
    image.pixels.foreach_set(pixels.ravel())
    return image


def _tray(style: Rng, setup: Setup, pose: Floats) -> None:
    move = Matrix.Translation((pose[0] * CM, pose[1] * CM, 0)) @ Matrix.Rotation(pose[2], 4, "Z")
    outer = setup.wall.half_mm + setup.wall.width_mm if setup.wall else np.array([900.0, 900.0])
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    floor = _mesh("floor", np.column_stack([signs * outer, np.zeros(4)]), [(0, 1, 2, 3)])
    layer = floor.data.uv_layers.new()
    for corner, (x, y) in enumerate(signs * outer * setup.floor_scale):
        layer.data[corner].uv = (x / SPAN_MM[1] + 0.5, y / SPAN_MM[0] + 0.5)
    finish = Finish(
        float(style.uniform(0.25, 1)), 0.0, float(style.choice([0, 0.2, 0.5])),
        float(style.uniform(0, 0.5)), float(style.choice([6, 15, 40])),
        float(style.choice([0, 0.2, 0.6, 1])),
    )  # fmt: skip
    _dress(floor, np.ones(3), finish, _image(setup.floor))
    floor.matrix_world = move
    if setup.wall:
        table = _mesh("table", np.column_stack([signs * 1500.0, np.full(4, -3)]), [(0, 1, 2, 3)])
        _dress(table, setup.table, Finish(0.6, grain=float(style.uniform(0, 0.4))))
        _walls(style, setup, move)


def _walls(style: Rng, setup: Setup, move: Matrix) -> None:
    wall = setup.wall
    assert wall is not None
    finish = Finish(float(style.uniform(0.3, 1)), grain=float(style.uniform(0, 0.3)))
    inner, outer = wall.half_mm, wall.half_mm + wall.width_mm
    for axis, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
        reach = outer if axis == 0 else inner  # the corners belong to one pair of sides
        low, high = -reach.copy(), reach.copy()
        low[axis], high[axis] = sorted((sign * inner[axis], sign * outer[axis]))
        box = _box("wall", low, high, 0, wall.height_mm)
        _dress(box, wall.paint, finish)
        box.matrix_world = move


def _box(name: str, low: Floats, high: Floats, ground: float, top: float) -> Any:
    base = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    return _prism(name, base, ground, top)


def _prism(name: str, base: Floats, ground: float, top: float) -> Any:
    count = len(base)
    points = np.concatenate(
        [np.column_stack([base, np.full(count, level)]) for level in (ground, top)]
    )
    sides = [(i, (i + 1) % count, count + (i + 1) % count, count + i) for i in range(count)]
    return _mesh(name, points, [tuple(range(count))[::-1], tuple(range(count, 2 * count)), *sides])


def _rounded_cube(bevel: float) -> Any:
    mesh, shape = bpy.data.meshes.new("cube"), bmesh.new()
    bmesh.ops.create_cube(shape, size=2)
    bmesh.ops.bevel(
        shape, geom=shape.edges[:], offset=bevel, segments=2, affect="EDGES", profile=0.6,
        material=1,  # the edges' own, where they have one
    )  # fmt: skip
    shape.to_mesh(mesh)
    shape.free()
    return mesh


def _cubes(rng: Rng, style: Rng, setup: Setup, cubes: list[Cube]) -> None:
    bevel = float(style.uniform(0.03, 0.2))
    finish = Finish(
        float(style.uniform(0.25, 0.95)), 0.0, float(style.uniform(0.05, 0.6)),
        float(style.uniform(0, 0.35)), float(style.uniform(3, 20)),
        float(style.choice([0, 0.2, 0.5])),
    )  # fmt: skip
    worn = float(style.uniform(0.05, 0.6)) if style.uniform() < 0.35 else 0.0
    for number, cube in enumerate(cubes, 1):
        body = bpy.data.objects.new("cube", _rounded_cube(bevel))
        turn = Matrix((cube.turn * (cube.size_mm / 2 * CM)).tolist()).to_4x4()
        body.matrix_world = Matrix.Translation(Vector((cube.centre * CM).tolist())) @ turn
        body.pass_index = number
        bpy.context.collection.objects.link(body)
        paint = setup.paints[cube.colour] * np.exp(rng.normal(0, 0.07))
        _dress(body, paint, finish)
        _dress(body, paint * (1 - worn) + BARE_WOOD * worn, finish)


def _thing(rng: Rng, thing: Thing) -> None:
    ground, top = thing.under_mm, thing.under_mm + thing.height_mm
    is_metal = len(thing.base_mm) == 28
    finish = Finish(0.35, 0.85) if is_metal else Finish(float(rng.uniform(0.2, 0.9)))
    paint = np.asarray(thing.paint * (2.0 if is_metal else 1.0), np.float32)
    levels: list[tuple[Floats, Floats, float, float]] = [(thing.base_mm, paint, ground, top)]
    levels += [(base, paint, top, top + 0.05) for base, paint in thing.marks]
    for number, (base, colour, low, high) in enumerate(levels):
        body = _prism("thing", np.asarray(base, np.float32), low, high + 0.01 * number)
        body.pass_index = thing.code if thing.code in (THING, COVER) else THING
        _dress(body, np.clip(colour, 0, 0.95), finish)


def _hand(rng: Rng, setup: Setup) -> None:
    """A hand, a finger or a sleeve that comes in from the side: soft balls along its bones."""
    skin = np.array([[0.25, 0.38, 0.65], [0.06, 0.12, 0.27], [0.35, 0.5, 0.8], [0.03, 0.05, 0.11]])
    paint = (skin[int(rng.integers(4))] * rng.uniform(0.7, 1.2, 3)).clip(0, 0.9)
    if rng.uniform() < 0.15:
        paint = any_colour(rng)
    side = float(rng.uniform(0, 2 * np.pi))
    way, across = np.array([np.cos(side), np.sin(side)]), np.array([-np.sin(side), np.cos(side)])
    tip = rng.normal(0, 0.4, 2) * setup.reach_mm + way * rng.uniform(-10, 50)
    high = float(rng.uniform(9, 60))
    palm = tip + way * rng.uniform(45, 70)
    data = bpy.data.metaballs.new("hand")
    data.resolution = data.render_resolution = 0.35
    fingers = int(rng.choice([1, 2, 4, 5]))
    for finger in range(fingers):
        spread = (finger - (fingers - 1) / 2) * rng.uniform(0.9, 1.3) * 17
        end = tip + across * spread * 1.2 + way * rng.uniform(0, 15)
        _limb(data, end, high, palm + across * spread * 0.7, high + 15, rng.uniform(7, 9.5))
    _limb(data, palm, high + 15, palm + way * 40, high + 20, rng.uniform(28, 38))
    _limb(data, palm + way * 50, high + 20, palm + way * 300, high + 45, rng.uniform(22, 40))
    hand = bpy.data.objects.new("hand", data)
    bpy.context.collection.objects.link(hand)
    body = bpy.data.meshes.new_from_object(
        hand.evaluated_get(bpy.context.evaluated_depsgraph_get())
    )
    bpy.data.objects.remove(hand)
    shape = bpy.data.objects.new("hand", body)
    shape.pass_index = COVER
    bpy.context.collection.objects.link(shape)
    _dress(shape, paint, Finish(float(rng.uniform(0.4, 0.9)), grain=0.2))


def _limb(data: Any, start: Floats, low: float, end: Floats, high: float, radius_mm: float) -> None:
    length = float(np.hypot(*(end - start)))
    for share in np.linspace(0, 1, max(2, int(length / radius_mm * 1.6))):
        ball = data.elements.new()
        place = start + (end - start) * share
        ball.co = Vector((place[0], place[1], low + (high - low) * share)) * CM
        ball.radius = radius_mm * CM * 1.6  # the surface lies well inside a ball's reach
