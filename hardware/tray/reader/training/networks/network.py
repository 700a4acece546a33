"""Both networks: the first look answers at a quarter of the size, the closer look once."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from hardware.tray.reader.channels import CHANNELS
from hardware.tray.reader.closer_look import ANSWERS, EMBEDDING_SIZE, SIDE
from hardware.tray.reader.network import OUTPUTS

FORGOTTEN = 0.2  # while training, of what the closer look has seen at its end
CLOSER_ENDS = SIDE // 16  # what is left of the side at the end
FIVE = 5  # cubes of a calibration
Shape = list[int | str]


def conv(come: int, go: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Return a 3x3 convolution, normalised, cut off below zero."""
    layer = nn.Conv2d(come, go, 3, stride, dilation, dilation, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(go), nn.ReLU(inplace=True))


class Block(nn.Module):
    """Two convolutions that add to what comes in; a new block adds nothing yet."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = conv(width, width, 1, dilation)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )
        nn.init.zeros_(self.second[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class FirstLookNetwork(nn.Module):
    """Down to a sixteenth and up again to a quarter, with two shortcuts."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(CHANNELS, 16, 2), conv(16, 24, 2), Block(24))
        self.eighth = nn.Sequential(conv(24, 48, 2), Block(48), Block(48))
        self.sixteenth = nn.Sequential(conv(48, 64, 2), Block(64, 2), Block(64, 2), Block(64, 4))
        self.to_eighth = nn.ConvTranspose2d(64, 48, 2, 2)
        self.narrow = conv(48, 48)
        self.to_quarter = nn.ConvTranspose2d(48, 24, 2, 2)
        self.last = nn.Sequential(Block(24), conv(24, 32))
        self.answer = nn.Conv2d(32, len(OUTPUTS), 1)
        nn.init.constant_(self.answer.bias, -2.0)

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.stem(x.to(memory_format=torch.channels_last))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        eighth = self.narrow(torch.relu(eighth + self.to_eighth(sixteenth)))
        return self.answer(self.last(torch.relu(quarter + self.to_quarter(eighth))))


class CloserLookNetwork(nn.Module):
    """Down to a sixteenth; the answer is about the middle."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CHANNELS, 20, 2), conv(20, 40, 2), Block(40), Block(40),
            conv(40, 72, 2), Block(72), Block(72), conv(72, 96, 2),
        )  # fmt: skip
        self.answer = nn.Conv2d(96, len(ANSWERS), CLOSER_ENDS)
        self.narrow = nn.Conv2d(96, 32, 1)
        self.gist = nn.Conv2d(32, EMBEDDING_SIZE, CLOSER_ENDS)
        self.compare = nn.Conv2d(3 * EMBEDDING_SIZE, 48, 1)
        self.answer_compared = nn.Conv2d(48, len(ANSWERS), 1)
        nn.init.zeros_(self.answer_compared.weight)
        nn.init.zeros_(self.answer_compared.bias)

    def look(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return what is answered of each cube alone, and its gist."""
        seen = functional.dropout(self.body(x), FORGOTTEN, self.training)
        return self.answer(seen), torch.relu(self.gist(torch.relu(self.narrow(seen))))

    def together(self, alone: Tensor, gist: Tensor, known: Tensor) -> Tensor:
        """Return what is answered of cubes beside what is known of the calibration's."""
        compared = torch.relu(self.compare(torch.cat([gist, known], 1)))
        return (alone + self.answer_compared(compared)).flatten(1)

    def forward(self, x: Tensor, is_known: Tensor) -> Tensor:
        """Return the answers to places (B, FIVE + N, CHANNELS, SIDE, SIDE), as (B, N, answers)."""
        sets, shown = x.shape[:2]
        flat = x.flatten(0, 1).to(memory_format=torch.channels_last)
        alone, gist = (each.unflatten(0, (sets, shown)) for each in self.look(flat))
        five = gist[:, :FIVE]
        known = torch.cat([five.mean(1), five.amax(1)], 1) * is_known[:, :, None, None]
        count = shown - FIVE
        known = known[:, None].expand(-1, count, -1, -1, -1).flatten(0, 1)
        return self.together(
            alone[:, FIVE:].flatten(0, 1), gist[:, FIVE:].flatten(0, 1), known
        ).unflatten(0, (sets, count))


class Writer:
    """Writes the network as ONNX with the normalisation folded in: plain operators, no exporter."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def name(self) -> str:
        return f"n{len(self.nodes)}"

    def keep(self, values: Tensor) -> str:
        name = f"w{len(self.weights)}"
        # Half the digits: packed, the file is half as large (hardware.tray.reader.weights).
        array = values.detach().numpy().astype(np.float16).astype(np.float32)
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def node(self, kind: str, come: list[str], **settings: object) -> str:
        name = self.name()
        self.nodes.append(helper.make_node(kind, come, [name], **settings))
        return name

    def conv(self, x: str, layer: nn.Conv2d, norm: nn.BatchNorm2d | None) -> str:
        weight, bias = layer.weight, layer.bias
        if norm is not None:
            assert norm.running_var is not None
            assert norm.running_mean is not None
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weight, bias = (
                weight * scale[:, None, None, None],
                norm.bias - norm.running_mean * scale,
            )
        assert bias is not None
        pads = [int(layer.padding[0])] * 4
        return self.node(
            "Conv", [x, self.keep(weight), self.keep(bias)], kernel_shape=list(layer.kernel_size),
            strides=list(layer.stride), pads=pads, dilations=list(layer.dilation),
        )  # fmt: skip

    def widen(self, x: str, layer: nn.ConvTranspose2d) -> str:
        assert layer.bias is not None
        come = [x, self.keep(layer.weight), self.keep(layer.bias)]
        return self.node("ConvTranspose", come, kernel_shape=[2, 2], strides=[2, 2])

    def add(self, one: str, other: str) -> str:
        return self.node("Relu", [self.node("Add", [one, other])])

    def save(self, path: Path, answer: str, shown: dict[str, Shape], answered: Shape) -> None:
        """Write the file, with the shapes of what comes and goes."""
        come = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
            for name, shape in shown.items()
        ]
        go = helper.make_tensor_value_info(answer, TensorProto.FLOAT, answered)
        graph = helper.make_graph(self.nodes, "cubes", come, [go], self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=7)
        path.write_bytes(model.SerializeToString())

    def walk(self, x: str, module: nn.Module) -> str:
        """Write a chain of convolutions and blocks."""
        parts = list(module.children())
        if isinstance(module, Block):
            first = self.walk(x, module.first)
            return self.add(x, self.conv(first, *list(module.second.children())))
        if parts and isinstance(parts[0], nn.Conv2d):
            return self.node("Relu", [self.conv(x, parts[0], parts[1])])
        for part in parts:
            x = self.walk(x, part)
        return x


def write_first_look(network: FirstLookNetwork, path: Path) -> None:
    """Write the network's weights as an ONNX file that OpenCV from 4.6 on reads."""
    writer = Writer()
    quarter = writer.walk("photo", network.stem)
    eighth = writer.walk(quarter, network.eighth)
    sixteenth = writer.walk(eighth, network.sixteenth)
    eighth = writer.walk(
        writer.add(eighth, writer.widen(sixteenth, network.to_eighth)), network.narrow
    )
    quarter = writer.add(quarter, writer.widen(eighth, network.to_quarter))
    answer = writer.conv(writer.walk(quarter, network.last), network.answer, None)
    writer.save(
        path,
        answer,
        {"photo": [1, CHANNELS, "height", "width"]},
        [1, len(OUTPUTS), "rows", "columns"],
    )


def write_closer_look(network: CloserLookNetwork, path: Path) -> None:
    """Write the closer look's weights, as write_first_look does."""
    writer = Writer()
    seen = writer.walk("photo", network.body)
    alone = writer.conv(seen, network.answer, None)
    narrow = writer.node("Relu", [writer.conv(seen, network.narrow, None)])
    gist = writer.node("Relu", [writer.conv(narrow, network.gist, None)])
    both = writer.node("Concat", [gist, "known"], axis=1)
    compared = writer.node("Relu", [writer.conv(both, network.compare, None)])
    more = writer.conv(compared, network.answer_compared, None)
    answer = writer.node("Concat", [writer.node("Add", [alone, more]), gist], axis=1)
    writer.save(
        path,
        answer,
        {"photo": ["cubes", CHANNELS, SIDE, SIDE], "known": ["cubes", 2 * EMBEDDING_SIZE, 1, 1]},
        ["cubes", len(ANSWERS) + EMBEDDING_SIZE, 1, 1],
    )
